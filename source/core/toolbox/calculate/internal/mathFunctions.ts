type MathFunction = {
	readonly least: number;
	readonly most: number;
	readonly compute: (...values: readonly number[]) => number;
};

const unary = (compute: (value: number) => number): MathFunction => ({
	least: 1,
	most: 1,
	compute: (value = Number.NaN) => compute(value),
});

const binary = (compute: (left: number, right: number) => number): MathFunction => ({
	least: 2,
	most: 2,
	compute: (left = Number.NaN, right = Number.NaN) => compute(left, right),
});

const many = (compute: (values: readonly number[]) => number): MathFunction => ({
	least: 1,
	most: Number.POSITIVE_INFINITY,
	compute: (...values) => compute(values),
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Shifts the decimal point in the number's own digits, because multiplying makes 1.005 * 100 = 100.49999. */
const shift = (value: number, places: number): number => {
	const [digits = '0', exponent = '0'] = String(value).split('e');
	return Number(`${digits}e${Number(exponent) + places}`);
};

const round = (value: number, digits = 0): number => {
	const places = Math.trunc(Math.max(-300, Math.min(300, digits)));
	const rounded = Math.round(Math.abs(shift(value, places)));
	const result = Number.isFinite(rounded) ? shift(rounded, -places) : Math.abs(value);
	return value < 0 ? -result : result;
};

export const mathFunctions: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
	['abs', unary(Math.abs)],
	['ceil', unary(Math.ceil)],
	['floor', unary(Math.floor)],
	['trunc', unary(Math.trunc)],
	['sign', unary(Math.sign)],
	['round', {least: 1, most: 2, compute: (value = Number.NaN, digits = 0) => round(value, digits)}],
	['sqrt', unary(Math.sqrt)],
	['cbrt', unary(Math.cbrt)],
	['exp', unary(Math.exp)],
	['ln', unary(Math.log)],
	['log2', unary(Math.log2)],
	['log10', unary(Math.log10)],
	['sin', unary(Math.sin)],
	['cos', unary(Math.cos)],
	['tan', unary(Math.tan)],
	['asin', unary(Math.asin)],
	['acos', unary(Math.acos)],
	['atan', unary(Math.atan)],
	['atan2', binary(Math.atan2)],
	['pow', binary(Math.pow)],
	['min', many(values => Math.min(...values))],
	['max', many(values => Math.max(...values))],
	['sum', many(sum)],
	['avg', many(values => sum(values) / values.length)],
]);

export const mathConstants: ReadonlyMap<string, number> = new Map([
	['pi', Math.PI],
	['π', Math.PI],
	['e', Math.E],
]);
