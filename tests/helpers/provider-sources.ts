import type {ProviderSources} from '../../source/core/models/providers/resolve-provider.ts';
import type {ProviderSettings} from '../../source/domain/provider-settings.ts';
import {createSecret, type Secret} from '../../source/domain/secret.ts';

export const providerSources = (
	providers: Readonly<Record<string, ProviderSettings>> = {},
	environment: Readonly<Record<string, string>> = {},
): ProviderSources => ({providers: new Map(Object.entries(providers)), refusedProviders: [], environment});

/** A keychain that counts who asks. */
export const createFakeKeychain = (entries: Readonly<Record<string, string>> = {}) => {
	const asked: string[] = [];
	return {
		asked,
		async get(name: string): Promise<Secret | undefined> {
			asked.push(name);
			const value = entries[name];
			if (value === 'locked') throw new Error('The keychain is locked.');
			return value === undefined ? undefined : createSecret(value);
		},
	};
};
