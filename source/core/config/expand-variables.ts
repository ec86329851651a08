type Environment = Readonly<Record<string, string | undefined>>;

export type Expanded =
	| {readonly type: 'expanded'; readonly text: string}
	| {readonly type: 'unset'; readonly variable: string};

const reference = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** Fills in `${VAR}`, `${env:VAR}` and `${VAR:-default}`. An unset variable without default is named. */
export const expandVariables = (text: string, env: Environment): Expanded => {
	let unset: string | undefined;
	const expanded = text.replace(reference, (_, variable: string, fallback: string | undefined) => {
		const own = Object.hasOwn(env, variable) ? env[variable] : undefined;
		const value = own || fallback || own;
		if (value === undefined && fallback === undefined) {
			unset ??= variable;
		}
		return value ?? fallback ?? '';
	});
	return unset === undefined ? {type: 'expanded', text: expanded} : {type: 'unset', variable: unset};
};
