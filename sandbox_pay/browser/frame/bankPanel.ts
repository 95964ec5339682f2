import type { FrameOptions } from '../messages.ts';
import { labelledSelect } from './countries.ts';
import type { Given } from './panel.ts';
import { TypePanel } from './typePanel.ts';
import type { TypeRow } from './types.ts';

/** The test bank's account that the provider knows as connected (`payments/types/method_details.py`). */
const CONNECTED = 'fca_sandbox';

/** An account in the US: the shopper signs in to her bank, or types its numbers and proves the account by a deposit. */
export class BankPanel extends TypePanel {
  private readonly bank = labelledSelect('us_bank_account-bank', 'Bank', [
    new Option('Test bank, signed in', CONNECTED),
    new Option('Another bank, by its numbers', ''),
  ]);

  constructor(row: TypeRow) {
    super('us_bank_account', row);
    this.entries.find(([, { goes }]) => goes === 'method')?.[2].row.before(this.bank.row);
    this.bank.select.addEventListener('change', () => {
      this.showNumbers();
      this.onChange();
    });
  }

  override apply(options: FrameOptions): void {
    super.apply(options);
    this.showNumbers();
  }

  override values(): Given {
    const account = this.bank.select.value;
    const given = super.values();
    return account ? { ...given, fields: { financial_connections_account: account } } : given;
  }

  private showNumbers(): void {
    const signedIn = this.bank.select.value !== '';
    this.says.hidden = signedIn;
    for (const [, { goes }, field] of this.entries) if (goes === 'method') field.row.hidden = signedIn;
  }
}
