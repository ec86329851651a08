import type {Failure} from '../../domain/failure.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import type {OpenState} from '../../domain/ports.ts';
import {type PinOwner, pinFileName} from './pins/pin-file.ts';
import {createPinnedIndex} from './pins/pinned-index.ts';

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

const renameGrants = (content: JsonObject, from: string, to: string): JsonObject => {
	const {grants} = content;
	const isOf = (grant: JsonValue): grant is JsonObject => isJsonObject(grant) && grant.server === from;
	return isList(grants) && grants.some(isOf)
		? {...content, grants: grants.map(grant => (isOf(grant) ? {...grant, server: to} : grant))}
		: content;
};

/**
 * What was accepted of a server, and every "always" for it, follows it to its new name: seen as a new one it would be
 * accepted as it is now, and what has changed meanwhile would not be asked about. Both are bound to how it is reached and
 * to its definitions, so that nothing more is allowed by that.
 */
export const renameInState = async (
	openState: OpenState,
	from: PinOwner,
	to: PinOwner,
): Promise<Failure | undefined> => {
	const state = openState('state');
	const [oldFile, newFile] = [pinFileName(from), pinFileName(to)];
	const index = createPinnedIndex(state);
	if (oldFile !== newFile && (await index.has(oldFile))) {
		const {source: _, ...pins} = await openState(oldFile).read();
		const source = to.source === undefined ? {} : {source: to.source};
		// One that is listed and cannot be read is lost under the new name, too, and everything counts as changed.
		const kept: JsonObject = {...pins, server: to.server, ...source};
		const failure = (await openState(newFile).change(() => kept)) ?? (await index.add(newFile, to.server));
		if (failure !== undefined) {
			return failure;
		}
	}
	const {grants} = await state.read();
	return from.server !== to.server && isList(grants)
		? state.change(content => renameGrants(content, from.server, to.server))
		: undefined;
};
