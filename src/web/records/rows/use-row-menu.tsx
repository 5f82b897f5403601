import { useCallback, useState, type ReactNode } from 'react'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { OpenMenu } from './row-action.tsx'
import type { RowMenuProps } from './row-menu.tsx'

const RowMenu = onDemand<RowMenuProps>(async () => (await import('./row-menu.tsx')).RowMenu)

/** The menu of the rows: a stable function that opens it, and the menu while it is open. */
export function useRowMenu(): { openMenu: OpenMenu; menu: ReactNode } {
  const [opened, setOpened] = useState<Omit<RowMenuProps, 'onClose'>>()
  const openMenu = useCallback<OpenMenu>((actions, anchor) => setOpened({ actions, anchor }), [])
  const menu = opened && <RowMenu {...opened} onClose={() => setOpened(undefined)} />
  return { openMenu, menu }
}
