import { DOCUMENT_KINDS, type DocumentKind } from '#core/documents/kinds.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'

type KindSelectProps = {
  label: string
  value: DocumentKind
  onChange: (kind: DocumentKind) => void
}

export function KindSelect({ label, value, onChange }: KindSelectProps) {
  return (
    <Labeled label={label} name="kind">
      {(aria) => (
        <Select
          {...aria}
          value={value}
          options={DOCUMENT_KINDS}
          onChange={(next) => onChange(next as DocumentKind)}
        />
      )}
    </Labeled>
  )
}
