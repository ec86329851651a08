import {describe, expect, it} from 'vitest';
import {findServeToken, tokenAccount, tokenVariable} from '../../../source/cli/find-serve-token.ts';
import {createSecret, revealSecret} from '../../../source/domain/secret.ts';

const long = 'a-token-that-is-long-enough';
const {signal} = new AbortController();

type World = {
	readonly variable?: string;
	readonly isPublic?: boolean;
	readonly names?: readonly string[];
	readonly kept?: string;
	readonly problem?: string;
};

const find = async ({variable, isPublic = false, names = [], kept, problem}: World) => {
	let looks = 0;
	const found = await findServeToken(
		{
			environment: variable === undefined ? {} : {[tokenVariable]: variable},
			isPublic,
			keptNames: async () => names,
			lookUp: async () => {
				looks += 1;
				return kept === undefined ? {problem} : {token: createSecret(kept)};
			},
		},
		signal,
	);
	const outcome = found.type === 'refused' ? found.failure.message : found.token && revealSecret(found.token);
	return {outcome, looks, type: found.type};
};

describe('the token of serve', () => {
	it('is not needed on this machine, and the keychain is left alone', async () => {
		expect(await find({names: ['key:other']})).toEqual({type: 'found', outcome: undefined, looks: 0});
	});

	it('comes from the environment first, and then the keychain is left alone', async () => {
		for (const isPublic of [true, false])
			expect(
				await find({variable: long, isPublic, names: [tokenAccount], kept: 'another-long-token'}),
			).toEqual({
				type: 'found',
				outcome: long,
				looks: 0,
			});
	});

	it('that is kept counts on this machine, too', async () => {
		expect(await find({names: [tokenAccount], kept: long})).toMatchObject({outcome: long});
	});

	it('may have been kept by another program, where one is needed', async () => {
		expect(await find({isPublic: true, kept: long})).toMatchObject({outcome: long, looks: 1});
	});

	it.each([
		[{isPublic: true}, 'needs a token, and there is none'],
		[{isPublic: true, problem: 'there is no keychain'}, 'needs a token, and there is none'],
		[{variable: ''}, 'at least 16'],
		[{variable: 'short'}, 'at least 16'],
		[{variable: 'a token with spaces in it'}, 'without spaces'],
		[{variable: `${long}\n`}, 'without spaces'],
		[{names: [tokenAccount], kept: 'short'}, 'The token in the keychain'],
		[{names: [tokenAccount]}, 'is not in the keychain any more'],
		[{names: [tokenAccount], problem: 'it is locked'}, 'cannot be looked up: it is locked.'],
	])('is refused: %j', async (world, sentence) => {
		const {type, outcome} = await find(world);
		expect(type).toBe('refused');
		expect(outcome).toContain(sentence);
	});
});
