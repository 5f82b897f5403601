import { type ComponentType, useState } from 'react'
import { Keys } from '#web/ui/keys.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type ShortcutName, SHORTCUTS } from '#web/ui/shortcuts.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'

/** The palette is another feature, so the routes pass it in. */
export type PaletteType = ComponentType<{
  typed: string
  onType: (typed: string) => void
  entered: boolean
  onEnter: () => void
  onClose: () => void
  onHelp: () => void
  onSwitch: (accountId: string) => void
}>

/** The dialogs that open above any screen: the palette and the list of shortcuts. */
export function useTopLayer(Palette: PaletteType, onSwitch: (accountId: string) => void) {
  const [opened, setOpened] = useState<'palette' | 'help'>()
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState(false)
  const close = () => setOpened(undefined)

  function openPalette() {
    setTyped('')
    setEntered(false)
    setOpened('palette')
  }

  useShortcuts({
    palette: (event) => {
      event.preventDefault()
      openPalette()
    },
    help: () => setOpened('help'),
  })

  return {
    openPalette,
    topLayer: (
      <>
        {opened === 'palette' && (
          <Palette
            typed={typed}
            onType={setTyped}
            entered={entered}
            onEnter={() => setEntered(true)}
            onClose={close}
            onHelp={() => setOpened('help')}
            onSwitch={onSwitch}
          />
        )}
        {opened === 'help' && <ShortcutHelp onClose={close} />}
      </>
    ),
  }
}

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[]
const PLACES = [...new Set(NAMES.map((name) => SHORTCUTS[name].where))]

/** All shortcuts, grouped by where they work. */
function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Keyboard Shortcuts" onOpenChange={(open) => !open && onClose()}>
      {PLACES.map((place) => (
        <section key={place} className="grid gap-1">
          <h3 className="text-sm font-semibold">{place}</h3>
          <dl className="grid text-sm">
            {NAMES.filter((name) => SHORTCUTS[name].where === place).map((name) => (
              <div
                key={name}
                className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-b-0"
              >
                <dt>{SHORTCUTS[name].label}</dt>
                <dd className="shrink-0">
                  <Keys of={name} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
