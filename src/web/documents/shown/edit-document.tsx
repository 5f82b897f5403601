import { useState } from 'react'
import { STOPS, type ChargeStop } from '#core/charges/kinds.ts'
import {
  documentRecords,
  VERDICTS,
  type DocumentFacts,
  type Verdict,
} from '#core/documents/documents.ts'
import { KindSelect } from '#web/documents/adding/kind-select.tsx'
import { useChangeDocument } from '#web/documents/queries.ts'
import { ApprovalQuestion } from './approval-question.tsx'
import { LoadPicker } from './load-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'

type EditDocumentProps = { document: DocumentFacts; onClose: () => void }

const { stop, verdict, verdictReason } = documentRecords.fields

/** Type, load, stop and check of a document. */
export function EditDocument({ document, onClose }: EditDocumentProps) {
  const [values, setValues] = useState({
    kind: document.kind,
    loadId: document.loadId,
    stop: document.stop,
    verdict: document.verdict,
    verdictReason: document.verdictReason ?? '',
  })
  const saving = useChangeDocument(document, { asks: 'everything', onDone: onClose })
  const set = (changed: Partial<typeof values>) => setValues((now) => ({ ...now, ...changed }))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={document.name}
      description={document.originalName}
    >
      <form
        noValidate
        className="grid gap-3"
        onKeyDown={saveByKeys}
        onSubmit={(event) => {
          event.preventDefault()
          saving.run(values)
        }}
      >
        <KindSelect label="Document Type" value={values.kind} onChange={(kind) => set({ kind })} />
        <LoadPicker
          loadId={values.loadId}
          number={document.loadNumber}
          onChange={(loadId) => set({ loadId })}
        />
        <Labeled label={stop.label} name="stop">
          {(aria) => (
            <Select
              {...aria}
              value={values.stop ?? ''}
              placeholder="None"
              options={STOPS}
              onChange={(next) => set({ stop: (next || null) as ChargeStop | null })}
            />
          )}
        </Labeled>
        <Labeled label={verdict.label} name="verdict">
          {(aria) => (
            <Select
              {...aria}
              value={values.verdict}
              options={VERDICTS}
              onChange={(next) => set({ verdict: next as Verdict })}
            />
          )}
        </Labeled>
        {values.verdict === 'sent-back' && (
          <Labeled label={verdictReason.label} name="verdictReason">
            {(aria) => (
              <TextInput
                {...aria}
                value={values.verdictReason}
                onChange={({ target }) => set({ verdictReason: target.value })}
              />
            )}
          </Labeled>
        )}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={saving.busy}>
            {saving.busy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
      <ApprovalQuestion request={saving} label="Move It" />
    </Dialog>
  )
}
