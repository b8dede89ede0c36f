import { Component, type ReactNode } from 'react'
import { isTooNested } from './nesting.ts'

type Props = { text: string; plain: ReactNode; children: ReactNode }

/**
 * Shows a text as it is where the parser would block the page or fails, for instance because it exceeds its stack. The next text is parsed
 * again.
 */
export class ParseGuard extends Component<Props, { failed: string | null }> {
  override state: { failed: string | null } = { failed: null }

  static getDerivedStateFromError(): { failed: string } {
    return { failed: '' }
  }

  override componentDidCatch(): void {
    this.setState({ failed: this.props.text })
  }

  override render(): ReactNode {
    const { text, plain, children } = this.props
    const { failed } = this.state
    return failed === '' || failed === text || isTooNested(text) ? plain : children
  }
}
