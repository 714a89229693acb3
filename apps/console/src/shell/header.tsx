import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { AppHeader } from '@goal/ui/shell/app-header.tsx';
import { PaletteButton } from '@goal/ui/shell/palette-button.tsx';
import { ThemeSwitch } from '@goal/ui/shell/theme-switch.tsx';
import { usePathname } from 'next/navigation';

import { healthState } from '../features/health/health-state.ts';
import { useStatus } from '../features/health/use-status.ts';
import { WhoMenu } from './who-menu.tsx';
import classes from './shell.module.css';

const Palette = lateDialog(() => import('../features/palette/jump-palette.tsx').then((module) => module.JumpPalette));

const pages = [
  { href: '/accounts', label: 'Accounts', also: '/sites' },
  { href: '/attention', label: 'Attention', also: undefined },
  { href: '/plans', label: 'Plans', also: undefined },
  { href: '/actions', label: 'Actions', also: undefined },
];

export function Header() {
  const path = usePathname();
  return (
    <AppHeader home="/accounts" homeClass={classes.brand} pageWidth="110rem">
      <nav aria-label="Main" className={classes.nav}>
        {pages.map(({ href, label, also }) => (
          <Link
            key={href}
            href={href}
            className={classes.place}
            {...(isAt(path, href) || (also !== undefined && isAt(path, also))
              ? { 'aria-current': 'page' as const }
              : {})}
          >
            {label}
          </Link>
        ))}
      </nav>
      <HealthLink />
      <PaletteButton title="Jump to an account, site, key, page or action" palette={Palette} />
      <ThemeSwitch />
      <WhoMenu />
    </AppHeader>
  );
}

const isAt = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);

function HealthLink() {
  const { data, error } = useStatus();
  const { state, sign, words } = healthState(data?.concerns, error !== null);
  return (
    <Link href="/health" className={classes.health} aria-label={`Health: ${words}`} title={`Health: ${words}`}>
      <span className={classes.healthSign} data-state={state} aria-hidden>
        {sign}
      </span>
      <span className={classes.healthWords}>{words}</span>
    </Link>
  );
}
