import mars
import mars.tensor as mt
import mars.dataframe as md
mars.new_session('http://<ip>:<port>')
ary = mt.random.rand(100000, 4)
df = md.DataFrame(ary, columns=list('abcd'))
print(df.sum().execute())
