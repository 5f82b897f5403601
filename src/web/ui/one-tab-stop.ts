import { isPressed } from './shortcuts.ts'

const ITEMS = 'a[href], button:not(:disabled), input:not(:disabled)'

/**
 * Makes a group of links and buttons one tab stop: the item that had the focus last, at first the current one or the first. The left
 * and right arrow keys move within the group. Pass it as `ref` of the group; never to a group with a text box.
 */
export function oneTabStop(element: HTMLElement | null): (() => void) | undefined {
  return element ? arrangeGroup(element) : undefined
}

function arrangeGroup(group: HTMLElement): () => void {
  let last: Element | undefined

  const listItems = () => [...group.querySelectorAll<HTMLElement>(ITEMS)]

  function arrange() {
    const items = listItems()
    const current = items.find((item) => item.ariaCurrent)
    const stop = items.find((item) => item === last) ?? current ?? items[0]
    for (const item of items) item.tabIndex = item === stop ? 0 : -1
  }

  function onFocus({ target }: FocusEvent) {
    if (!(target instanceof Element)) return
    last = target
    arrange()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = isPressed('right', event) ? 1 : isPressed('left', event) ? -1 : 0
    const items = listItems()
    const from = items.findIndex((item) => item === event.target)
    if (!step || from === -1) return
    event.preventDefault()
    items.at((from + step) % items.length)?.focus()
  }

  arrange()
  const observer = new MutationObserver(arrange)
  observer.observe(group, { childList: true, subtree: true, attributeFilter: ['disabled', 'href'] })
  group.addEventListener('focusin', onFocus)
  group.addEventListener('keydown', onKeyDown)
  return () => {
    observer.disconnect()
    group.removeEventListener('focusin', onFocus)
    group.removeEventListener('keydown', onKeyDown)
  }
}
