/** Targets are large enough: 24 px by mouse, 44 px by finger. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from './app.ts'
import { fillWithDemo, TODAY } from './full-accounts.ts'
import { SCREENS } from './screens.ts'

const app = startApp()
type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
let cookies: Cookies

beforeAll(async () => {
  const page = await app.enter()
  await fillWithDemo(page, app.url())
  cookies = await page.context().cookies()
})

test.each([
  { least: 24, options: { width: 1440 } },
  { least: 44, options: { width: 360, touch: true } },
])(
  'B38 Every target of every screen is at least $least px high and wide',
  async ({ least, options }) => {
    const page = await app.openPage('/login', options)
    await page.context().addCookies(cookies)
    await page.clock.setFixedTime(new Date(`${TODAY}T12:00:00`))
    for (const screen of SCREENS) {
      await page.goto(screen)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
      expect.soft(await page.locator('main').evaluate(tooSmall, least), screen).toEqual([])
    }
    await openSettlement(page)
    expect.soft(await page.locator('main').evaluate(tooSmall, least)).toEqual([])
  },
)

/** Opens a draft with loads and lines. */
async function openSettlement(page: Page): Promise<void> {
  const response = await page.request.get('/api/billing?limit=1&status=pending')
  const [saved] = (await response.json()) as { truckId: number; settlementDate: string }[]
  await page.goto(`/settlements?truck=${saved?.truckId}&date=${saved?.settlementDate}`)
  await page.getByRole('button', { name: /^Fuel: (\d+|No) deduction/ }).waitFor()
}

/** Runs in the page: lists the targets below `least` px. A target includes the area of its label. */
function tooSmall(main: Element, least: number): string[] {
  const targets = [...main.querySelectorAll<HTMLElement>('a, button, input, select, summary')]
  return targets.flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    // A link within a sentence may be as low as its line (WCAG 2.5.8).
    if (target.matches(':disabled, p a') || width < 2) return []
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
