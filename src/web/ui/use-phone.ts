import { useMedia } from './use-media.ts'

/** The width at which the sidebar becomes a sheet; a table of seven columns does not fit below it. */
const PHONE = '(width < 48rem)'

/** Whether lists show cards instead of a table. */
export function usePhone(): boolean {
  return useMedia(PHONE)
}
