// The letters and numbers beside a board, where its cells are called after them: a1 … g7, or the columns 0 … 6.

export const RIM = 22; // units of the drawing

// { columns, rows, above }: what is written beside the board; null where its cells have other names, or none.
export function rim({ kind, width, height, labels = [] }) {
  if (!labels.some(Boolean)) return null;
  if (kind === "columns") return { columns: labels.slice(-width), rows: null, above: false };
  if (kind !== "grid" && kind !== "hex") return null;
  const parts = labels.map((label) => /^([a-z]+)(\d+)$/i.exec(label));
  if (!parts.every(Boolean)) return null;
  const [columns, rows] = [parts.slice(0, width).map((part) => part[1]), Array.from({ length: height }, (_, row) => parts[row * width][2])];
  const fits = parts.every((part, i) => part[1] === columns[i % width] && part[2] === rows[Math.floor(i / width)]);
  return fits ? { columns, rows, above: kind === "hex" } : null;
}
