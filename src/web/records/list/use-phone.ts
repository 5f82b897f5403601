import { useSyncExternalStore } from 'react'

/** The width at which the sidebar becomes a sheet; a table of seven columns does not fit below it. */
const PHONE = '(width < 48rem)'

/** Whether lists are cards. Follows the window's width. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches)
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(PHONE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
