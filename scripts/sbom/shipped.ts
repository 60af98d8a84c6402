type Component = { 'bom-ref': string; name: string };
/** The parts of a CycloneDX document that are read; the others stay as npm wrote them. */
export type Bill = {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};
type Manifest = { name: string; dependencies?: object };

const nameOf = (ref: string): string => ref.slice(0, ref.lastIndexOf('@'));

/**
 * A bill of materials without what is only for development: what is left is what our packages `roots` depend on, directly and indirectly. `product`: its
 * name, instead of that of the folder.
 */
export const shippedOf = (bill: Bill, product: string, roots: readonly Manifest[]): Bill => {
  const own = new Map(roots.map(({ name, dependencies = {} }) => [name, new Set(Object.keys(dependencies))]));
  // A package from a registry has no dependencies for development here; one of ours does.
  const direct = ({ ref, dependsOn = [] }: Bill['dependencies'][number]): string[] => {
    const only = own.get(nameOf(ref));
    return only ? dependsOn.filter((needed) => only.has(nameOf(needed))) : dependsOn;
  };
  const needs = new Map(bill.dependencies.map((one) => [one.ref, direct(one)]));
  const shipped = new Set([...needs.keys()].filter((ref) => own.has(nameOf(ref))));
  for (const ref of shipped) for (const needed of needs.get(ref) ?? []) shipped.add(needed);
  const { component } = bill.metadata;
  const itself = component['bom-ref'];
  return {
    ...bill,
    metadata: { ...bill.metadata, component: { ...component, name: product } },
    components: bill.components.filter((one) => shipped.has(one['bom-ref'])),
    dependencies: [
      { ref: itself, dependsOn: [...shipped].filter((ref) => own.has(nameOf(ref))) },
      ...[...needs].filter(([ref]) => shipped.has(ref)).map(([ref, dependsOn]) => ({ ref, dependsOn })),
    ],
  };
};
