import { settlementMessages } from '#core/settlements/messages.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { useAction } from '#web/api/use-action.ts'
import { changeSettlement } from '#web/settlements/queries.ts'
import { fromSaved } from './loaded-settlement.ts'
import { useSettlement } from './use-settlement.ts'

/** Updates revenue and recurring deductions to the current loads and rules. Unsaved edits stay (SPEC B28). */
export function useRecalculate() {
  const { loaded, replace, showConflict } = useSettlement()
  const { run, busy } = useAction({
    send: (billing: Settlement) => changeSettlement(billing, { recalculate: true }),
    done: settlementMessages.updated,
    failed: settlementMessages.failedToUpdate,
    onConflict: (current: Settlement) => showConflict(current),
    onDone: (billing) => replace({ ...fromSaved(billing), keepEdits: true }),
  })
  return { recalculate: () => loaded?.billing && run(loaded.billing), recalculating: busy }
}
