/** Remembers what was derived from an object for as long as the object lives: one memory is compared with many. */
export function remembered<K extends object, V>(derive: (from: K) => V): (from: K) => V {
  const known = new WeakMap<K, { value: V }>();
  return (from) => {
    let entry = known.get(from);
    if (!entry) {
      entry = { value: derive(from) };
      known.set(from, entry);
    }
    return entry.value;
  };
}
