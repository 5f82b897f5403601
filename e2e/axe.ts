/** Runs axe in a page. Its source is added once per document: that takes longer than most checks. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** WCAG 2.2 AA, and axe's own best practice (SPEC B38). */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules that depend on the theme or the width; the others say the same of both. */
const VISIBLE = [
  'color-contrast',
  'target-size',
  'scrollable-region-focusable',
  'link-in-text-block',
]

export type Rules = 'every' | 'visible'

/** "button-name: Buttons must have text, at …" for each violation. `within`: selects the part of the page to check. */
export async function findViolations(
  page: Page,
  within = 'html',
  rules: Rules = 'every',
): Promise<string[]> {
  const isThere = await page.evaluate(() => Reflect.has(window, 'axe'))
  // Added as text: a bundler would rename the names that the source uses.
  if (!isThere) await page.evaluate(axe.source)
  const only: axe.RunOnly =
    rules === 'every' ? { type: 'tag', values: TAGS } : { type: 'rule', values: VISIBLE }
  return page.evaluate(runAxe, { within, only })
}

/** Runs in the page. Skipping passed rules saves time, and our pages have no frames. */
async function runAxe({ within, only }: { within: string; only: axe.RunOnly }): Promise<string[]> {
  const { run } = Reflect.get(window, 'axe') as typeof axe
  const { violations } = await run(within, {
    runOnly: only,
    iframes: false,
    preload: false,
    resultTypes: ['violations'],
  })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, html }) => `${id}: ${help}\n  at ${target.join(' ')}\n  ${html.slice(0, 200)}`,
    ),
  )
}
