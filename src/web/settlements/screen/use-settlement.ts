import { createContext, use } from 'react'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { SettlementForm, SettlementValues } from '#web/settlements/lines/draft.ts'
import type { LoadedSettlement } from './loaded-settlement.ts'
import type { SettlementParameters } from './use-settlement-parameters.ts'

/** The state that the cards of the Settlements screen share. */
export type SettlementScreen = {
  parameters: SettlementParameters
  choose: (parameters: SettlementParameters) => void
  /** Null until the settlement of the chosen truck and date is loaded. */
  loaded: LoadedSettlement | null
  /** The server's preview of the loaded settlement; undefined until it arrives. */
  preview: SettlementPreview | undefined
  /** Empty until the settlement is saved. */
  lines: Line[]
  form: SettlementForm
  /** The form has unsaved changes, so the screen differs from the saved amounts. */
  hasChanges: boolean
  loading: boolean
  saving: boolean
  /** Loads the chosen truck and date. Asks first if there are unsaved changes. */
  load: () => void
  save: (values: SettlementValues) => void
  /** Shows a newer state of the loaded settlement. */
  replace: (next: LoadedSettlement) => void
  /** Reads the settlement again after one of its lines changed. Unsaved changes stay. */
  refreshAmounts: () => void
  /** Asks what to do about a settlement that someone else saved first. */
  showConflict: (current: Settlement) => void
}

export const SettlementContext = createContext<SettlementScreen | null>(null)

/** Throws outside of `SettlementProvider`. */
export function useSettlement(): SettlementScreen {
  const screen = use(SettlementContext)
  if (!screen) throw new Error('useSettlement needs a SettlementProvider')
  return screen
}
