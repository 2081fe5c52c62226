import { DatabaseConfig, IsRealSecret, loadConfig } from '@duet/service-kit';
import { Matches } from 'class-validator';

export class PairingConfig extends DatabaseConfig {
  /**
   * Seals reports of abuse. One key per line, each at least 32 characters: the first one seals, a second one only opens
   * reports from before a rotation. See docs/operations/runbook.md, "Rotate passwords and keys".
   */
  @Matches(/^[^\r\n]{32,}(\r?\n[^\r\n]{32,})?$/, {
    message: 'REPORT_KEY must be one or two lines of at least 32 characters',
  })
  @IsRealSecret()
  REPORT_KEY!: string;
}

export const config = (): PairingConfig => loadConfig(PairingConfig);
