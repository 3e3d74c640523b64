import mars
import mars.tensor as mt
mars.new_session('http://<ip>:<port>')
a = mt.ones((2000, 2000), chunk_size=200)
future = a.mean().execute(wait=False)
future.result()
future.done()
