const WIDTH = 160
const HEIGHT = 34

/** A line and area chart of recent values, starting at zero. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const top = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const line = values
    .map(
      (value, at) =>
        `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(1)} ${(HEIGHT - (value / top) * (HEIGHT - 4)).toFixed(1)}`,
    )
    .join('')
  return (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path className="a" d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}z`} />
      <path className="l" d={line} />
    </svg>
  )
}
