import { PanelLeft } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useSwitchAccount } from '#web/api/switch-account.tsx'
import { Bell } from '#web/comments/bell.tsx'
import { useUndoReport } from '#web/api/undo.ts'
import { classes } from '#web/ui/classes.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { onEscape } from '#web/ui/overlays/escape.ts'
import { LeaveGuard } from '#web/ui/overlays/leave-guard.tsx'
import { AccessGate } from './access-gate.tsx'
import { Sidebar } from './sidebar.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useScroll } from './use-scroll.ts'
import { useSidebar } from './use-sidebar.ts'
import { useTopLayer, type PaletteType } from './use-top-layer.tsx'

const UndoReportDialog = onDemand(
  async () => (await import('#web/records/undo/undo-report-dialog.tsx')).UndoReportDialog,
)

/** The sidebar and the top bar around every screen. */
export function Layout({ Palette }: { Palette: PaletteType }) {
  const { expanded, sheetOpen, setSheetOpen, toggle } = useSidebar()
  const { switchTo, question } = useSwitchAccount()
  const { openPalette, topLayer } = useTopLayer(Palette, switchTo)
  const undoReport = useUndoReport()

  const main = useFocusAfterNavigation()
  useKeptFocus(main)
  useScroll()

  function openPaletteFromSheet() {
    setSheetOpen(false)
    openPalette()
  }

  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-2 text-sm text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside
        className={classes(
          // z-40: the account menu opens above the screen.
          'sticky top-0 z-40 hidden h-dvh shrink-0 border-r border-line bg-surface md:block',
          expanded ? 'w-64' : 'w-12',
        )}
      >
        <Sidebar collapsed={!expanded} onSearch={openPalette} onSwitch={switchTo} />
      </aside>
      <Dialog.Root open={sheetOpen} onOpenChange={setSheetOpen}>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-110 bg-black/50" />
          <Dialog.Content
            aria-describedby={undefined}
            onKeyDown={onEscape(() => setSheetOpen(false))}
            // z-110 is above the toasts: on a phone a toast would cover the last link.
            className="fixed inset-y-0 left-0 z-110 w-72 border-r border-line bg-surface text-ink"
          >
            <Dialog.Title className="sr-only">Navigation</Dialog.Title>
            <Sidebar
              onNavigate={() => setSheetOpen(false)}
              onSearch={openPaletteFromSheet}
              onSwitch={switchTo}
            />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <div className="flex min-w-0 grow flex-col">
        <header
          data-shell
          className="sticky top-0 z-30 flex h-12 items-center justify-between border-b border-line bg-surface px-2"
        >
          <IconButton label="Toggle sidebar" onClick={toggle}>
            <PanelLeft aria-hidden className="size-4" />
          </IconButton>
          <div className="flex">
            <Bell />
            <ThemeToggle />
          </div>
        </header>
        <main ref={main} id="main" tabIndex={-1} className="min-w-0 grow outline-none">
          <AccessGate>
            <Outlet />
          </AccessGate>
        </main>
      </div>
      <LeaveGuard />
      {undoReport && <UndoReportDialog report={undoReport} />}
      {question}
      {topLayer}
    </div>
  )
}

/** Moves the focus from the sidebar, or from nowhere, into a new screen, so that the next Tab stays in the screen. */
function useFocusAfterNavigation() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const focused = document.activeElement
    if (focused === document.body || focused?.closest('aside')) {
      main.current?.focus({ preventScroll: true })
    }
  }, [pathname])

  return main
}
