import { usePlatformLook } from '../../state/session/platform-look.ts';

/** The platform's logo; else the product's mark, in the header's own colour. */
export function Logo() {
  const { logo } = usePlatformLook();
  if (logo !== null) return <img className="logo logo--own rigid" src={logo} alt="" />;
  return (
    <svg
      className="logo rigid"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M3 17 9 7l4 6 3-4 5 8" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M3 21h18" stroke="var(--accent-bright)" strokeLinecap="round" />
    </svg>
  );
}
