import mars
import mars.tensor as mt
from mars.config import options
mars.new_session('http://<ip>:<port>')
options.eager_mode = True
t = mt.ones((2, 3))
t
t + 1
