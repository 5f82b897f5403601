import './no-eval.ts'
import { lazy, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readSession } from '#web/api/session.ts'
import { Gate } from '#web/shell/gate.tsx'
import { ToastProvider } from '#web/ui/overlays/toast.tsx'
import './styles.css'

const LoginPage = lazy(async () => ({
  default: (await import('#web/accounts/login-page.tsx')).LoginPage,
}))
const SignupPage = lazy(async () => ({
  default: (await import('#web/accounts/signup-page.tsx')).SignupPage,
}))
const InvitationPage = lazy(async () => ({
  default: (await import('#web/team/invitation/invitation-page.tsx')).InvitationPage,
}))
const UploadPage = lazy(async () => ({
  default: (await import('#web/documents/upload-page/upload-page.tsx')).UploadPage,
}))
const Portal = lazy(async () => ({
  default: (await import('#web/portal/portal-app.tsx')).PortalApp,
}))
const SignedIn = lazy(async () => ({ default: (await import('./signed-in.tsx')).SignedIn }))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

createRoot(root).render(
  <StrictMode>
    <ToastProvider>
      <Gate
        signup={<SignupPage />}
        login={<LoginPage />}
        invitation={<InvitationPage />}
        upload={<UploadPage />}
        portal={<Portal />}
        signedIn={<SignedIn />}
      />
    </ToastProvider>
  </StrictMode>,
)
void readSession()
