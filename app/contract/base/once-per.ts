/** Computes a value once per object, and releases it with the object. */
export function oncePer<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const computed = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const known = computed.get(key) ?? { value: compute(key) }
    computed.set(key, known)
    return known.value
  }
}
