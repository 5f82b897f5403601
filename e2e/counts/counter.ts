/** Counts the clicks and keys that a job takes. */
import type { Browser, Locator, Page } from 'playwright-core'

/** `typed` are the keys that enter data; Tab, Enter and shortcuts are the rest of `keys`. */
type Counts = { clicks: number; keys: number; typed: number }

/** A person at a page. `page.fill` has no keys and must not be used. */
export type Person = {
  page: Page
  counts: Counts
  /** Chooses an option of the browser's own list: one click opens it, one chooses. */
  chooseOption: (select: Locator, label: string) => Promise<void>
  /** One click on the button, and one in the dialog of the operating system for each choice of files. `input`: or what opens it. */
  chooseFiles: (input: Locator, files: TextFile[]) => Promise<void>
}

export type TextFile = { name: string; mimeType: string; buffer: Buffer }

const BINDING = 'countAction'

/** Opens a page whose clicks and key presses are counted, also in tabs that it opens. */
export async function openCounted(browser: Browser, baseURL: string): Promise<Person> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    // A browser with a window allows it after a click.
    permissions: ['clipboard-write'],
  })
  const counts: Counts = { clicks: 0, keys: 0, typed: 0 }
  await context.exposeBinding(BINDING, (_, kind: keyof Counts) => void counts[kind]++)
  await context.addInitScript(listen, BINDING)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return {
    page,
    counts,
    async chooseOption(select, label) {
      await select.selectOption({ label })
      counts.clicks += 2
    },
    async chooseFiles(input, files) {
      if (await input.evaluate((element) => element instanceof HTMLInputElement)) {
        await input.setInputFiles(files)
        counts.clicks += 2
        return
      }
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), input.click()])
      await chooser.setFiles(files)
      counts.clicks++
    },
  }
}

/** Runs in the page. A modifier alone is not counted: Ctrl+Enter is one key. */
function listen(binding: string): void {
  const count = (kind: string) => {
    const report: unknown = Reflect.get(window, binding)
    if (typeof report === 'function') report(kind)
  }
  const isField = (target: EventTarget | null) =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox')

  window.addEventListener('pointerdown', () => count('clicks'), true)
  window.addEventListener(
    'keydown',
    ({ key, target, ctrlKey, metaKey, altKey }) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return
      count('keys')
      const withModifier = ctrlKey || metaKey || altKey
      if (key.length === 1 && !withModifier && isField(target)) count('typed')
    },
    true,
  )
}
