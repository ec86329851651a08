import type {Failure} from '../../../domain/failure.ts';
import {describeTrouble} from '../http/describe-trouble.ts';
import {addressSettingOf} from '../http/provider-advice.ts';
import {requestSecrets, unsendableKeyTrouble} from '../http/request-secrets.ts';
import {type ProviderCall, ProviderStatusError, UnsendableKeyError} from './ask-provider.ts';
import {NoListError} from './list-models.ts';

const isMissing = (error: unknown): boolean =>
	error instanceof ProviderStatusError && (error.status === 404 || error.status === 405);

/** Why a provider did not list its models. */
export const describeListTrouble = (
	error: unknown,
	{provider, key}: ProviderCall,
	isLate: boolean,
): Failure => {
	const {title, name} = provider;
	if (isLate) {
		return {
			code: 'stalled',
			message: `${title} did not list its models in time.`,
			hint: `Try again, or write the name of the model yourself: ${name}/ and the model.`,
		};
	}
	if (isMissing(error) || error instanceof NoListError) {
		return {
			code: 'no-list',
			message: `${title} has no list of models at its address.`,
			hint: `Check ${addressSettingOf(provider)}. Servers without a list work, too: write ${name}/ and the name of the model.`,
		};
	}
	if (error instanceof UnsendableKeyError) return unsendableKeyTrouble(provider).failure;
	const secrets = requestSecrets(provider, key);
	return describeTrouble(error, {provider, model: name, tools: [], secrets}).failure;
};
