/** Runs axe in a page. Its source is added once per document: that takes longer than most checks. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** WCAG 2.2 AA, and axe's own best practice (SPEC B38). */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** "button-name: Buttons must have text, at …" for each violation. `within`: selects the part of the page to check. */
export async function findViolations(page: Page, within = 'html'): Promise<string[]> {
  const isThere = await page.evaluate(() => Reflect.has(window, 'axe'))
  // Added as text: a bundler would rename the names that the source uses.
  if (!isThere) await page.evaluate(axe.source)
  return page.evaluate(runAxe, { within, tags: TAGS })
}

/** Runs in the page. Skipping passed rules saves time, and our pages have no frames. */
async function runAxe({ within, tags }: { within: string; tags: string[] }): Promise<string[]> {
  const { run } = Reflect.get(window, 'axe') as typeof axe
  const { violations } = await run(within, {
    runOnly: { type: 'tag', values: tags },
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
