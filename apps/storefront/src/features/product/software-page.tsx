import { useGetSoftwareQuery } from '@keyturn/api-client';
import { ownIdFromSlug, productPath } from '@keyturn/shop-rules';
import { Navigate, useParams } from 'react-router-dom';
import { NotFoundScreen } from '../../shop/not-found-screen.tsx';
import { useTryAgain } from '../../shop/connection/try-again.ts';
import { isNotFound } from '../../lib/is-not-found.ts';
import { Failed } from '../../ui/feedback/states.tsx';
import { ProductSkeleton } from './product-skeleton.tsx';
import { ProductView } from './product-view.tsx';

export function SoftwarePage() {
  const id = ownIdFromSlug(useParams().slug ?? '');
  return id === null ? <Navigate replace to="/404" /> : <Software key={id} id={id} />;
}

function Software({ id }: { id: string }) {
  const call = useGetSoftwareQuery({ id });
  const { currentData: answer, error, isError } = call;
  const tryAgain = useTryAgain(call);
  if (answer) return <ProductView product={answer.game} canonicalPath={productPath(answer.game)} />;
  if (isNotFound(error)) return <NotFoundScreen />;
  if (!isError) return <ProductSkeleton onRetry={() => void tryAgain()} />;
  return (
    <>
      <h1 className="visually-hidden">Software</h1>
      <Failed what="The software" onRetry={() => void tryAgain()} />
    </>
  );
}
