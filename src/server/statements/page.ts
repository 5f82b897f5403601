/** Measures and colors of a printed page, for code that builds rows without drawing them. In points from the top left. */
export const PAGE = {
  margin: 48,
  width: 612 - 2 * 48,
  right: 612 - 48,
  muted: '#5b6270',
  rule: '#c9ced8',
  hairline: '#e7eaf0',
  shade: '#eef1f6',
} as const
