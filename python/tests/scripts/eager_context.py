import mars
import mars.tensor as mt
from mars.config import option_context
mars.new_session('http://<ip>:<port>')
with option_context({'eager_mode': True}):
    a = mt.tensor([[1, 2], [3, 4]])
    print(a)
    print(a.sum())
b = mt.tensor([[1, 2], [3, 4]])
b.sum().execute()
