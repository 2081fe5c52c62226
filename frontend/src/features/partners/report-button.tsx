import type { PersonView } from '@duet/contracts';
import { Flag } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { t } from '../../texts/index.js';
import { IconButton } from '../../ui/icon-button.js';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.js')).ReportDialog }));

export function ReportButton({ person, isBlocked = false }: { person: PersonView; isBlocked?: boolean }) {
  const [reporting, setReporting] = useState(false);
  return (
    <>
      <IconButton
        label={t('partners.reportFirstName', { firstName: person.firstName })}
        onPress={() => setReporting(true)}
      >
        <Flag size={18} aria-hidden />
      </IconButton>
      {reporting && (
        <Suspense fallback={null}>
          <ReportDialog person={person} isBlocked={isBlocked} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  );
}
