import mars
import mars.tensor as mt
mars.new_session('http://<ip>:<port>')
N = 2_000_000
a = mt.random.uniform(-1, 1, size=(N, 2))
print(((mt.linalg.norm(a, axis=1) < 1).sum() * 4 / N).execute())
