/** Scrolls a row of tabs sideways until the current one is in its middle. On a phone the row is wider than the screen. */
export function showCurrent(row: HTMLElement | null): void {
  const shown = row?.querySelector('[aria-current]')?.getBoundingClientRect()
  const { left = 0, width = 0 } = row?.getBoundingClientRect() ?? {}
  if (row && shown) row.scrollLeft += shown.left - left - (width - shown.width) / 2
}
