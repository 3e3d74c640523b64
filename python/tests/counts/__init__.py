"""Which names of the original Mars, of NumPy, of the array API standard and of pandas the client has: `make coverage`.

lists.py says what each of them has, client.py looks at the client, table.py counts and writes README's table.
"""
