/**
 * Those that are named, in their own order; all of them where none is. Exits, with the names that there are, for one
 * that there is not.
 * @template {{ name: string }} T
 * @param {string} kind what they are, such as "part"
 * @param {readonly T[]} all
 * @param {readonly string[]} names
 * @returns {readonly T[]}
 */
export function chosen(kind, all, names) {
  const unknown = names.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0) {
    console.error(
      `No ${kind} is called ${unknown.join(", ")}. There are: ${all.map(({ name }) => name).join(", ")}.`,
    );
    process.exit(1);
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}
