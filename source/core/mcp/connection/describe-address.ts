import {maskUrl} from '../../../support/mask-secrets.ts';

/** A URL as it may be shown in a message. */
export const describeAddress = (address: string): string => maskUrl(address);
