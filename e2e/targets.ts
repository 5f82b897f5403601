/** The size of what a person clicks or taps. */

/** Runs in the page: lists the targets below `least` px. A target includes the area of its label. */
export function listTooSmall(main: Element, least: number): string[] {
  const targets = [...main.querySelectorAll<HTMLElement>('a, button, input, select, summary')]
  return targets.flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    // A link within a sentence may be as low as its line (WCAG 2.5.8).
    if (target.matches(':disabled, p a') || width < 2) return []
    if (width >= least && height >= least) return []
    target.scrollIntoView({ block: 'center', inline: 'center' })
    const size = [Math.max(width, reach('x')), Math.max(height, reach('y'))]
    const [wide = 0, high = 0] = size.map(Math.round)
    return wide < least || high < least ? [`${target.innerText}: ${wide} × ${high}`] : []

    function reach(axis: 'x' | 'y'): number {
      const { left, top } = target.getBoundingClientRect()
      const steps = Array.from({ length: least * 2 + 1 }, (_, step) => step - least)
      return steps.filter((step) => {
        const x = left + width / 2 + (axis === 'x' ? step : 0)
        const y = top + height / 2 + (axis === 'y' ? step : 0)
        const hit = document.elementFromPoint(x, y)
        return target.contains(hit) || (target.closest('label')?.contains(hit) ?? false)
      }).length
    }
  })
}
