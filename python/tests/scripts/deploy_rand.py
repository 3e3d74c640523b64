import mars
import mars.tensor as mt
import mars.dataframe as md
mars.new_session('http://<ip>:<port>')
a = mt.random.rand(2000, 2000, chunk_size=200)
b = mt.inner(a, a)
b.execute()
df = md.DataFrame(a).sum()
df.execute()
