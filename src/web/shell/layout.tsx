import { PanelLeft } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { countOpenWork } from '#core/settlements/run/open-weeks.ts'
import { useAskedLogout } from '#web/api/asked-logout.tsx'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { usePermissions, useSession } from '#web/api/session.ts'
import { useSwitchAccount } from '#web/api/switch-account.tsx'
import { useUndoReport } from '#web/api/undo.ts'
import { Bell } from '#web/comments/bell.tsx'
import { useOpenWork } from '#web/settlements/use-open-work.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { onEscape } from '#web/ui/overlays/escape.ts'
import { LeaveGuard } from '#web/ui/overlays/leave-guard.tsx'
import {
  type Destination,
  DestinationsProvider,
  type OpenCounts,
  OpenCountsProvider,
  useScreenHandle,
} from '#web/ui/screens.ts'
import type { ChangeNoticeProps } from './change-notice.tsx'
import { useScroll } from './use-scroll.ts'
import { Sidebar } from './sidebar.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { useSidebar } from './use-sidebar.ts'
import { type PaletteType, useTopLayer } from './use-top-layer.tsx'

const UndoReportDialog = onDemand(
  async () => (await import('#web/records/undo/undo-report-dialog.tsx')).UndoReportDialog,
)

type LayoutProps = { Palette: PaletteType; destinations: readonly Destination[] }

/** The sidebar and the top bar around every screen. */
export function Layout({ Palette, destinations }: LayoutProps) {
  const permissions = usePermissions()
  return (
    <DestinationsProvider value={destinations.filter(({ access }) => permissions.has(access))}>
      <OpenCountsProvider value={useCountedWork()}>
        <Shell Palette={Palette} />
      </OpenCountsProvider>
    </DestinationsProvider>
  )
}

/** Read on opening and after the user's own changes (SPEC C50). */
function useCountedWork(): OpenCounts {
  const work = useOpenWork()
  return work ? countOpenWork(work) : {}
}

function Shell({ Palette }: { Palette: PaletteType }) {
  const { expanded, sheetOpen, setSheetOpen, toggle } = useSidebar()
  const { switchTo, question } = useSwitchAccount()
  const { logOut, question: logOutQuestion } = useAskedLogout()
  const { openPalette, topLayer } = useTopLayer(Palette, switchTo)
  const undoReport = useUndoReport()

  const main = useFocusAfterNavigation()
  useKeptFocus(main)
  useScroll()

  /** A question or the palette would open behind the sheet. */
  function fromSheet<Input extends unknown[]>(act: (...input: Input) => void) {
    return (...input: Input) => {
      setSheetOpen(false)
      act(...input)
    }
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
          // z-40: the person's menu opens above the screen.
          'sticky top-0 z-40 hidden h-dvh shrink-0 border-r border-line bg-surface md:block',
          expanded ? 'w-64' : 'w-12',
        )}
      >
        <Sidebar
          collapsed={!expanded}
          onSearch={openPalette}
          onSwitch={switchTo}
          onLogOut={logOut}
        />
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
              onSearch={fromSheet(openPalette)}
              onSwitch={fromSheet(switchTo)}
              onLogOut={fromSheet(logOut)}
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
      {logOutQuestion}
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

/** Long enough for screens that move the focus themselves after a removal. */
const WAIT_MS = 100

/**
 * Moves the focus to the screen if the focused element was removed, for example the button of a finished step. Otherwise a
 * keyboard user would have to start again at the top of the page.
 */
function useKeptFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = screen.current
    if (!root) return
    let focused: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined

    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element && root.contains(target) ? target : focused
    }
    const isLost = () =>
      focused !== null && !focused.isConnected && document.activeElement === document.body
    const observer = new MutationObserver(() => {
      if (!isLost()) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isLost()) root.focus({ preventScroll: true })
      }, WAIT_MS)
    })

    document.addEventListener('focusin', remember)
    observer.observe(root, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [screen])
}

const NoAccessPage = onDemand(
  async () => (await import('./no-access-page.tsx')).NoAccessPage,
  () => null,
)
const ChangeNotice = onDemand<ChangeNoticeProps>(
  async () => (await import('./change-notice.tsx')).ChangeNotice,
  () => null,
)

/** The screen, or a message to a user whose role can't open it (SPEC C82). */
function AccessGate({ children }: { children: ReactNode }) {
  const permissions = usePermissions()
  // An unknown address has no screen, so it needs nothing.
  const screen = useScreenHandle()
  const mayOpen = !screen || permissions.has(screen.access)
  const session = useSession()
  useRefetchOnChange()
  return (
    <>
      {session.state === 'open' && session.changed && <ChangeNotice role={session.user.role} />}
      {mayOpen ? children : <NoAccessPage />}
    </>
  )
}

/** Earlier responses may contain what the new permissions hide, or lack what they show. */
function useRefetchOnChange(): void {
  const permissions = usePermissions()
  const used = useRef(permissions)
  useEffect(() => {
    if (used.current === permissions) return
    used.current = permissions
    queryClient.removeQueries({ type: 'inactive' })
    void refetchLists()
  }, [permissions])
}
