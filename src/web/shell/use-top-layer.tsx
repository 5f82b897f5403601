import { useState, type ComponentType } from 'react'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { ShortcutHelp } from './shortcut-help.tsx'

/** The palette is another feature, so the routes pass it in. */
export type PaletteType = ComponentType<{ onClose: () => void; onHelp: () => void }>

/** The dialogs that open above any screen: the palette and the list of shortcuts. */
export function useTopLayer(Palette: PaletteType) {
  const [opened, setOpened] = useState<'palette' | 'help'>()
  const close = () => setOpened(undefined)
  useShortcuts({
    palette: (event) => {
      event.preventDefault()
      setOpened('palette')
    },
    help: () => setOpened('help'),
  })

  return {
    openPalette: () => setOpened('palette'),
    topLayer: (
      <>
        {opened === 'palette' && <Palette onClose={close} onHelp={() => setOpened('help')} />}
        {opened === 'help' && <ShortcutHelp onClose={close} />}
      </>
    ),
  }
}
