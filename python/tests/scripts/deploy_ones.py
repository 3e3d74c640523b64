from mars.session import new_session
new_session('http://<ip>:<port>').as_default()
import mars.tensor as mt
import mars.dataframe as md
a = mt.ones((2000, 2000), chunk_size=200)
b = mt.inner(a, a)
b.execute()
df = md.DataFrame(a).sum()
df.execute()
