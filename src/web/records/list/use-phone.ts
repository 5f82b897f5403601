import { useSyncExternalStore } from 'react'

/** Below the width at which the shell's sidebar becomes a sheet, a table of seven columns is no use. */
const PHONE = '(width < 48rem)'

/** True where lists are cards. Kept up as the window changes. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches)
}

function subscribe(tell: () => void): () => void {
  const query = matchMedia(PHONE)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
