import { FileLock2 } from 'lucide-react'
import { useState } from 'react'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Asks before it downloads the file for the tax preparer: it contains tax IDs (SPEC C9). */
export function TaxFileButton({ year }: { year: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <FileLock2 aria-hidden className="size-4" />
        Tax Preparer File
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Tax preparer file for ${year}`}
        description="This file contains tax IDs. The download is recorded in the audit log."
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <DownloadLink
            href={`/api/settlements/year/tax.csv?year=${year}`}
            onClick={() => setOpen(false)}
          >
            Download With Tax IDs
          </DownloadLink>
        </div>
      </Dialog>
    </>
  )
}
