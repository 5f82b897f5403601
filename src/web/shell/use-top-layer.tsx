import { useState, type ComponentType } from 'react'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { ShortcutHelp } from './shortcut-help.tsx'

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
