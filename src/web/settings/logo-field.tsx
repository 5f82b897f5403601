import { useController, type Control } from 'react-hook-form'
import { LARGEST_LOGO_KB, logoDigest, type UploadedLogo } from '#core/settings/logos.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { FieldControl } from '#web/records/form/field-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { PLAIN_FIELDS, type CompanyText, type CompanyValues } from './company-text.ts'
import { resizeImage } from './resize-image.ts'

type LogoFieldProps = { control: Control<CompanyText, unknown, CompanyValues> }

/**
 * The logo on statements (SPEC S16). An upload fills in the logo's address, which takes effect when the
 * settings are saved. An approved statement keeps its logo.
 */
export function LogoField({ control }: LogoFieldProps) {
  const { field, fieldState } = useController({ name: 'logoUrl', control })
  const upload = useUpload(field.onChange)
  const isUploaded = logoDigest(field.value) !== null
  const error = upload.failure ?? (isUploaded ? fieldState.error?.message : undefined)
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <Labeled label="Logo" name="logo" error={error} hint={logoHint(upload.busy, isUploaded)}>
        {(aria) => (
          <div className="grid gap-2">
            {isUploaded && <Preview address={field.value} onRemove={() => field.onChange('')} />}
            <FileInput
              {...aria}
              accept="image/png,image/jpeg"
              disabled={upload.busy}
              onChoose={(file) => upload.run(file)}
            />
          </div>
        )}
      </Labeled>
      {!isUploaded && (
        <FieldControl
          name="logoUrl"
          field={PLAIN_FIELDS.logoUrl}
          control={control}
          hint={field.value ? 'Not used on statements. Upload a logo instead.' : undefined}
        />
      )}
    </div>
  )
}

function useUpload(onUploaded: (logoUrl: string) => void) {
  return useAction({
    send: async (file: File) =>
      request<UploadedLogo>('POST', '/api/logos', { body: await resizeImage(file) }),
    onDone: ({ logoUrl }) => onUploaded(logoUrl),
    refetch: 'nothing',
  })
}

function logoHint(isUploading: boolean, isUploaded: boolean): string {
  if (isUploading) return 'Uploading...'
  if (isUploaded) return 'Printed on statements that you approve after saving.'
  return `PNG or JPEG. Large images are resized to ${LARGEST_LOGO_KB} KB.`
}

type PreviewProps = { address: string; onRemove: () => void }

/** The background is white in both themes, as on paper. */
function Preview({ address, onRemove }: PreviewProps) {
  return (
    <div className="flex items-center gap-3">
      <span className="flex h-20 min-w-0 flex-1 items-center justify-center rounded-md border border-line-strong bg-white p-2">
        <img src={address} alt="Statement logo" className="max-h-full max-w-full" />
      </span>
      <Button variant="secondary" onClick={onRemove}>
        Remove Logo
      </Button>
    </div>
  )
}
