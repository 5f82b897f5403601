import './no-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readSession } from '#web/api/session.ts'
import { App } from './app.tsx'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
void readSession()
