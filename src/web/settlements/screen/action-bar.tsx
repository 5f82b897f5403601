import { PdfButton } from '#web/settlements/approval/pdf-button.tsx'
import { useMay } from '#web/api/may.tsx'
import { EXPENSES_FORM } from '#web/settlements/lines/draft.ts'
import { Button } from '#web/ui/button.tsx'
import { isFrozen } from './loaded-settlement.ts'
import { useSettlement } from './use-settlement.ts'

/**
 * The buttons of the settlement, in view at any scroll position (SPEC A2, C57). On a low screen they scroll with the page,
 * because a phone's keyboard leaves too little room.
 */
export function ActionBar() {
  const { loaded, saving } = useSettlement()
  const mayChange = useMay('payroll')
  return (
    <div
      role="group"
      aria-label="Settlement actions"
      data-floating
      className="sticky bottom-0 z-20 -mx-4 -mb-4 mt-5 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 max-sm:gap-1.5 max-sm:px-2 max-sm:[&_button]:px-2.5 max-sm:[&_button]:text-[0.8125rem] sm:-mx-6 sm:-mb-6 sm:px-6 print:hidden [@media(height<30rem)]:static"
    >
      {mayChange && !isFrozen(loaded) && (
        <Button type="submit" form={EXPENSES_FORM} disabled={loaded === null}>
          {saving ? 'Saving...' : `${loaded?.billing ? 'Update' : 'Save'} Settlement Data`}
        </Button>
      )}
      <PdfButton />
    </div>
  )
}
