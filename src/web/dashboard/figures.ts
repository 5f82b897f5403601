/** "+1,234.5%", "-0.4%", "0.0%". */
export function formatPercentChange(change: number): string {
  const percent = change.toLocaleString('en-US', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  return `${percent}%`
}

/** The CSS height of a bar: its share of `max`, to a tenth of a percent. No bar for zero or less. */
export function barHeight(cents: bigint, max: bigint): string {
  return cents > 0n ? `${Number((cents * 1000n) / max) / 10}%` : '0'
}
