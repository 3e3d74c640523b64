package sort

// span is the elements that one call takes of what is done element by element and shared among helpers.
const span = 1 << 17
